// Fitted by bench/parking_eval --fit, except those of `service` and `listed`: the farms that the
// weights are fitted on have few services and no listed name server, so these two are chosen.
#include "clean/parking.h"

namespace freshet {

const ParkingWeights kAloneWeights = {-6.84,
                                      {4.00, 5.45, 4.14, 4.01, 2.12, -7.01, -1.15, -1.97, 1.65,
                                       3.20, 0.31, 1.59, 0.42, 6.49, -1.25, 2.00, 0.00}};
const ParkingWeights kTogetherWeights = {-5.69,
                                         {4.00, 2.07, 1.51, 1.79, 0.63, -3.26, -1.41, -1.19, 0.22,
                                          1.10, -0.31, 0.50, -0.45, 2.40, -3.19, 2.00, 9.16}};

}  // namespace freshet
