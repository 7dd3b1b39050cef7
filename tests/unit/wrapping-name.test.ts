import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DomainName } from "~/features/domains/components/domain-name";
import { HostNames } from "~/features/domains/components/host-names";
import { WrappingName } from "~/features/domains/components/wrapping-name";

const render = (name: string) => renderToStaticMarkup(createElement(WrappingName, { name }));

test("a domain name wraps before its extension", () => {
	expect(render("mamamboga.co.ke")).toBe("mamamboga<wbr/>.co.ke");
	expect(render("Business Hosting")).toBe("Business Hosting");
	const row = createElement(DomainName, { name: "mamamboga.co.ke", ascii: "mamamboga.co.ke", cloth: "woven" });
	expect(renderToStaticMarkup(row)).toContain("mamamboga<wbr/>.co.ke");
});

test("a nameserver wraps before each of its dots only", () => {
	const hosts = createElement(HostNames, { hosts: ["ns1.dns.example"] });
	expect(renderToStaticMarkup(hosts)).toContain("ns1<wbr/>.dns<wbr/>.example");
});
