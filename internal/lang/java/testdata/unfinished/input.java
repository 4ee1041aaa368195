package editor;

import java.util.List;

/** Being typed. */
public class Editor extends Pane {
    private final List<String> lines = new ArrayList<>();

    void insert(String text) { lines.add(text); }

    public interface Listener {
        void changed(Editor source);
    }

    @Override
    public void open(String name, int
