// Fitted by bench/parking_eval --fit, except those of `service` and `listed`: the farms that the
// weights are fitted on have few services and no listed name server, so these two are chosen.
#include "clean/parking.h"

namespace freshet {

const ParkingWeights kAloneWeights = {-5.82,
                                      {4.00, 7.05, 3.04, 5.10, 4.96, -6.95, -1.26, -2.25, 1.85,
                                       3.43, -2.57, -0.33, 0.36, 3.55, -1.00, 2.00, 0.00}};
const ParkingWeights kTogetherWeights = {-6.48,
                                         {4.00, 2.71, 2.25, 2.28, 1.42, -3.75, -2.40, -1.94, 0.78,
                                          2.71, -1.14, -0.11, 0.01, -0.23, -1.50, 2.00, 8.83}};

}  // namespace freshet
