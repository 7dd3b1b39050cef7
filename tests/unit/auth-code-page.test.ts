import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { AuthCodePage } from "~/features/domains/components/auth-code-page";
import { afterTransferRequest } from "~/features/domains/transfer-rules";

const pageOf = (signed: boolean, more: { readonly ticketId?: string } = {}) => {
	const Component = () =>
		createElement(AuthCodePage, { domain: "neema.co.ke", locked: false, signed, nextStep: "It moves.", ...more });
	return renderToStaticMarkup(createElement(createRoutesStub([{ path: "/", Component }]), {}));
};

test("the page of the transfer code warns while DNSSEC is on", () => {
	expect(pageOf(true)).toContain("DNSSEC is on.");
	expect(pageOf(false)).not.toContain("DNSSEC");
});

test("the page of the transfer code says who is asked about a transfer", () => {
	const [here, generic, kenyan] = [
		afterTransferRequest("co.ke", true),
		afterTransferRequest("com", false),
		afterTransferRequest("co.ke", false),
	];
	expect(here).toContain("on the domain's page");
	expect(generic).toMatch(/an email from our registrar.* after five days/);
	expect(kenyan).toContain("without asking you again");
	expect(pageOf(false)).toContain("It moves. If you didn&#x27;t ask for a transfer, turn the transfer lock on");
});

test("the page of the transfer code leads to the ticket in which staff send a code that they have to fetch", () => {
	expect(pageOf(false)).toContain("Show the code");
	const asked = pageOf(false, { ticketId: "tck_1" });
	expect(asked).toContain('href="/dashboard/support/tck_1"');
	expect(asked).not.toContain("Show the code");
});
