package app.main;

import java.util.List;
import java.util.concurrent.*;
import app.model.User;
import app.model.User.Role;
import app.model.Outer.*;
import static app.util.Strings.join;
import static app.util.Strings.*;
import static app.util.Outer.Inner.CONSTANT;
import Unnamed;
import a . b /* odd */ . C;
import module java.sql;

class Main {
    Role role;
    ConcurrentMap<User, List<String>> map;
}
