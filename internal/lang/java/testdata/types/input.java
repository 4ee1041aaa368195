/*
 * Copyright 2020 Example. Licensed under nothing in particular.
 */
package zoo;

import zoo.food.Diet;

/**
 * An animal with <b>habits</b> &amp; a name.
 *
 * @param <D> what it eats
 */
@Deprecated(since = "3")
public abstract sealed class Animal<D extends Diet & Cloneable> extends Being<D> implements Comparable<Animal<?>>, java.io.Serializable
        permits Cat, Dog, zoo.birds.Bird {
    protected D diet;
    Map<String, List<Animal<D>>> friends;
}

final class Cat extends Animal<zoo.food.Fish> {
    Outer.Inner<String>.Leaf leaf;
    java.util.@NonNull List<int[]> scores;
}

non-sealed class Dog extends Animal<Meat> implements Outer.Pet {}

class Box<T extends Box<T>> {
    T value;
    static <T> T open(Box<? super T> box) { return (T) box.value; }
}

strictfp class Plain {}
