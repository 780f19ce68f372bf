package org.springframework.ai.chat.client.advisor.api;

public interface Advisor {

    String getName();

    int getOrder();

}
