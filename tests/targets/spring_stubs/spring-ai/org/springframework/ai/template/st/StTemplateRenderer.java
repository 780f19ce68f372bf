package org.springframework.ai.template.st;

import java.util.Map;

import org.antlr.runtime.TokenStream;
import org.springframework.ai.template.TemplateRenderer;
import org.stringtemplate.v4.ST;
import org.stringtemplate.v4.compiler.STLexer;

/** The real StringTemplate with braces as delimiters; a template that names an unknown variable is refused. */
public class StTemplateRenderer implements TemplateRenderer {

    @Override
    public String apply(String template, Map<String, ? extends Object> variables) {
        ST st = new ST(template, '{', '}');
        variables.forEach(st::add);
        TokenStream tokens = st.impl.tokens;
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).getType() == STLexer.ID && !variables.containsKey(tokens.get(i).getText())) {
                throw new IllegalStateException("no value for " + tokens.get(i).getText());
            }
        }
        return st.render();
    }

    public static Builder builder() {
        return new Builder();
    }

    public static final class Builder {

        public StTemplateRenderer build() {
            return new StTemplateRenderer();
        }

    }

}
