// WEKA's side of learn_bench: trains on one ARFF file, tells the error on another, and how long a
// warmed-up J48 takes to classify a million rows.
//
//     java -cp weka.jar:. J48Bench TRAIN.arff TEST.arff ROWS ROUNDS
import java.io.BufferedReader;
import java.io.FileReader;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import weka.classifiers.Classifier;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.lazy.IBk;
import weka.classifiers.trees.J48;
import weka.core.Instance;
import weka.core.Instances;

public class J48Bench {
  static Instances read(String file) throws Exception {
    Instances rows = new Instances(new BufferedReader(new FileReader(file)));
    rows.setClassIndex(rows.numAttributes() - 1);
    return rows;
  }

  static double error(Classifier classifier, Instances train, Instances test) throws Exception {
    classifier.buildClassifier(train);
    int wrong = 0;
    for (int i = 0; i < test.numInstances(); ++i)
      if (classifier.classifyInstance(test.instance(i)) != test.instance(i).classValue()) ++wrong;
    return (double) wrong / test.numInstances();
  }

  static double cpuSeconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() * 1e-9;
  }

  public static void main(String[] args) throws Exception {
    Instances train = read(args[0]), test = read(args[1]);
    int count = Integer.parseInt(args[2]), rounds = Integer.parseInt(args[3]);
    J48 unpruned = new J48();
    unpruned.setUnpruned(true);
    J48 pruned = new J48();
    System.out.println("tree-unpruned " + error(unpruned, train, test));
    System.out.println("tree " + error(pruned, train, test));
    System.out.println("bayes " + error(new NaiveBayes(), train, test));
    System.out.println("nearest-1 " + error(new IBk(1), train, test));
    System.out.println("nearest-2 " + error(new IBk(2), train, test));

    Instances rows = new Instances(test, count);
    for (int i = 0; i < count; ++i) rows.add(test.instance(i % test.numInstances()));
    double sum = 0;
    double[] seconds = new double[rounds];
    for (int round = -5; round < rounds; ++round) {  // five rounds to warm up
      sum = 0;
      double start = cpuSeconds();
      for (int i = 0; i < count; ++i) sum += pruned.classifyInstance(rows.instance(i));
      if (round >= 0) seconds[round] = cpuSeconds() - start;
    }
    Arrays.sort(seconds);
    System.out.println("seconds " + seconds[rounds / 2]);
    System.out.println("sum " + sum);
  }
}
