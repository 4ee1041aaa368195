package merge;

public class Merge {
    int size = 1;

<<<<<<< HEAD
    void ours() { left(size); }
=======
    void theirs() { right(size); }
>>>>>>> topic

    String name() { return "merge"; }
}

class After { void whole() { size(); } }
