import type { MessageParts } from "~/lib/email-message";

/** A simple email as a template renders it. */
export const mailParts: MessageParts = {
	from: "Kikoa <hello@kikoa.example>",
	to: "amina@example.com",
	replyTo: "support@kikoa.example",
	subject: "Hello",
	html: "<p>Hello</p>",
	text: "Hello",
};
