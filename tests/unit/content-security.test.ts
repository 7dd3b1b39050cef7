import { expect, test } from "vitest";
import { pagePolicy, staticPolicy } from "~/platform/content-security";
import { chatWidgetOn } from "~/token-pages";

const widget = "https://chat.example/v1/widget.js?site=kikoa";
const policies = (src: string) => [pagePolicy("bm9uY2U=", src), staticPolicy(["'sha256-abc'"], src)];
const directive = (policy: string, name: string) => policy.split("; ").find((part) => part.startsWith(`${name} `));

test("without a chat widget no other host is allowed", () => {
	for (const policy of policies("")) expect(policy).not.toMatch(/https?:|wss:|\*/);
});

test("a chat widget's host may load and connect, and nothing else is allowed", () => {
	for (const policy of policies(widget)) {
		expect(directive(policy, "connect-src")).toBe("connect-src 'self' https://chat.example wss://chat.example");
		for (const name of ["style-src", "img-src", "font-src", "frame-src"])
			expect(directive(policy, name)).toMatch(/ https:\/\/chat\.example$/);
		expect(policy).not.toContain("widget.js");
		expect(policy).not.toContain("unsafe-inline");
		expect(directive(policy, "form-action")).toBe("form-action 'self'");
	}
	expect(directive(staticPolicy([], widget), "script-src")).toBe("script-src 'self' https://chat.example");
	// Our own pages name no host, because scripts loaded by trusted scripts are trusted.
	expect(directive(pagePolicy("bm9uY2U=", widget), "script-src")).toBe("script-src 'nonce-bm9uY2U=' 'strict-dynamic'");
});

test("a form may lead to the hosting panels of the settings", () => {
	const policy = pagePolicy("bm9uY2U=", "", ["https://web1.kikoa.example:2083", "https://web2.kikoa.example:2083"]);
	expect(directive(policy, "form-action")).toBe(
		"form-action 'self' https://web1.kikoa.example:2083 https://web2.kikoa.example:2083",
	);
});

test("the company of the chat widget sees no page of the desk, and no address with a token", () => {
	const config = { CHAT_WIDGET_SRC: widget };
	for (const path of ["/", "/contact", "/cart", "/dashboard", "/desktop"])
		expect(chatWidgetOn(path, config), path).toBe(widget);
	for (const path of [
		...[
			"/pay-link",
			"/Pay-Link/",
			"/reset-password",
			"/verify-email",
			"/confirm-email",
			"/billing-address",
			"/billing-address/pdf",
		],
		...["/unsubscribe", "/rate-answer", "/confirm-registrant", "/desk/invitation"],
		...["/desk", "/Desk/", "/desk.data", "/desk/customers/usr_1", "/desk/sign-in", "//desk/tickets"],
	])
		expect(chatWidgetOn(path, config), path).toBe("");
});
