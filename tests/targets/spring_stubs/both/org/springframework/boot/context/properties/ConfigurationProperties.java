package org.springframework.boot.context.properties;

public @interface ConfigurationProperties {
    String prefix() default "";
}
