package org.springframework.core.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;

public class ClassPathResource {

    private final String path;

    public ClassPathResource(String path) {
        this.path = path;
    }

    public String getContentAsString(Charset charset) throws IOException {
        try (InputStream found = getClass().getClassLoader().getResourceAsStream(this.path)) {
            if (found == null) {
                throw new FileNotFoundException(this.path);
            }
            return new String(found.readAllBytes(), charset);
        }
    }

}
