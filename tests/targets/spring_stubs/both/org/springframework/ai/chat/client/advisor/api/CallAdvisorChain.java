package org.springframework.ai.chat.client.advisor.api;

import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;

/** A chain can be used once; a copy is a chain of its own behind the given advisor. */
public interface CallAdvisorChain {

    ChatClientResponse nextCall(ChatClientRequest chatClientRequest);

    CallAdvisorChain copy(CallAdvisor after);

}
