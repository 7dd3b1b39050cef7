/** Messages for a form that got no proper answer. What was typed is kept. */
export const serverError = "Something went wrong. Check your connection, then try again.";
export const tooManyRequests = "Too many requests from your network. Wait a minute, then try again.";
