import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { AuthCodePage } from "~/features/domains/components/auth-code-page";

const pageOf = (signed: boolean) => {
	const Component = () => createElement(AuthCodePage, { domain: "neema.co.ke", locked: false, signed });
	return renderToStaticMarkup(createElement(createRoutesStub([{ path: "/", Component }]), {}));
};

test("the page of the transfer code warns while DNSSEC is on", () => {
	expect(pageOf(true)).toContain("DNSSEC is on.");
	expect(pageOf(false)).not.toContain("DNSSEC");
});
