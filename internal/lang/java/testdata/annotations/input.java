package meta;

import java.lang.annotation.*;

/** Marks a column. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface Column {
    /** The name in the table. */
    String name() default "";

    int length() default 2 + 3;

    Class<?>[] groups() default {};

    String MAGIC = "m";

    enum Mode { ON }

    @interface Nested { Column[] value(); }
}

@Entity(name = "users", mode = Column.Mode.ON)
@org.example.Audited
@Outer.Tag(Keys.MAIN)
class User {
    @Column(name = Names.ID, length = 10) @Id private long id;

    @SuppressWarnings({"unchecked", "raw"})
    <@NonNull T> List<@Size(min = 1) String> tags(@Param("q") final String query, @Valid T t) {
        @Local int x = 1;
        return null;
    }
}
