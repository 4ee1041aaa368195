import org.example.spi.Driver;

/**
 * The core of the product.
 */
@Deprecated
open module org.example.core {
    requires java.logging;
    requires transitive org.example.base;
    requires static java.compiler;

    exports org.example.core;
    exports org.example.core.internal to org.example.app, org.example.tests;
    opens org.example.core.model;

    uses Driver;
    uses org.example.spi.Service;
    provides org.example.spi.Driver with org.example.core.Main, Backup;
}
