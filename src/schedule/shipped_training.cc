#include "schedule/shipped_training.h"

#include "predict/shipped_first_sight.h"

namespace freshet {
namespace {

// Weights of the steps of rate_grid(), from the slowest to the fastest.
constexpr RateWeights kAnyPrior = {0.330000F, 0.110519F, 0.000778F, 0.000778F, 0.000778F, 0.000778F,
                                   0.007099F, 0.019766F, 0.013098F, 0.089225F, 0.224945F, 0.092968F,
                                   0.017808F, 0.016568F, 0.019865F, 0.012676F, 0.008214F, 0.006479F,
                                   0.004273F, 0.003951F, 0.004000F, 0.002637F, 0.001943F, 0.001992F,
                                   0.001745F, 0.001397F, 0.002141F, 0.003579F};
constexpr RateWeights kContentPrior = {
    0.422012F, 0.141203F, 0.000799F, 0.000799F, 0.000799F, 0.000799F, 0.070721F,
    0.210667F, 0.073546F, 0.010853F, 0.011464F, 0.006933F, 0.008358F, 0.014289F,
    0.006679F, 0.003522F, 0.003751F, 0.002148F, 0.001460F, 0.001410F, 0.001282F,
    0.001079F, 0.000977F, 0.001002F, 0.000926F, 0.000824F, 0.000824F, 0.000875F};

}  // namespace

Training shipped_training(CountedChanges changes) {
  Training training;
  if (changes == CountedChanges::any) {
    training.prior = kAnyPrior;
    training.groups.rates = {1.196707, 0.059365, 0.011723, 0.000333};
    training.groups.sizes = {140, 559, 3659, 4427};
  } else {
    training.prior = kContentPrior;
    training.groups.rates = {0.156149, 0.023869, 0.004270, 0.000333};
    training.groups.sizes = {77, 345, 2847, 5516};
  }
  // A view without ownership: the model lives as long as the program.
  training.first_sight = {std::shared_ptr<const FirstSight>(), &shipped_first_sight(changes)};
  return training;
}

}  // namespace freshet
