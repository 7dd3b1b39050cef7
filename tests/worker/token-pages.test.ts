import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { requestIdContext, servicesContext } from "~/context";
import { loader } from "~/root";
import { createServices } from "~/services.server";

const widget = "https://chat.example/v1/widget.js";

function widgetOn(path: string) {
	const services = createServices({ ...env, CHAT_WIDGET_SRC: widget } as unknown as Env, () => {});
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	context.set(requestIdContext, "request");
	const url = new URL(path, "https://kikoa.test");
	return loader({ context, url, request: new Request(url), params: {} } as never).chatWidgetSrc;
}

test("the company of the chat widget doesn't see addresses with a token", () => {
	expect(widgetOn("/contact")).toBe(widget);
	for (const path of [
		...["/pay-link?link=x", "/Pay-Link/?link=x", "/reset-password?token=x", "/verify-email?token=x"],
		...["/confirm-email?token=x", "/billing-address?token=x", "/unsubscribe?token=x", "/rate-answer?token=x"],
		...["/confirm-registrant?token=x", "/desk/invitation?token=x"],
	])
		expect(widgetOn(path), path).toBe("");
});
