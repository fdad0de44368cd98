// Fitted by bench/parking_eval --fit, except those of `service` and `listed`: the farms that the
// weights are fitted on have few services and no listed name server, so these two are chosen.
#include "clean/parking.h"

namespace freshet {

const ParkingWeights kAloneWeights = {-4.74,
                                      {4.00, 3.00, 4.79, 3.20, 2.37, -7.21, -0.71, -1.24, 1.52,
                                       1.01, 0.08, 4.74, 0.00, 5.78, -4.67, 2.00, 0.00}};
const ParkingWeights kTogetherWeights = {-4.63,
                                         {4.00, 1.52, 1.90, 1.41, 1.03, -2.91, -1.04, -0.80, 0.00,
                                          0.24, 0.00, 1.70, 0.00, 2.20, -2.92, 2.00, 8.45}};

}  // namespace freshet
