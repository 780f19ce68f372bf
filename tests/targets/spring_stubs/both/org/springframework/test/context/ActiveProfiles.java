package org.springframework.test.context;

public @interface ActiveProfiles {
    String[] value() default {};
}
