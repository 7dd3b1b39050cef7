import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { SearchForm } from "~/components/layout/search-form";
import { DomainSetup } from "~/features/cart/components/domain-setup";
import { DeleteDomainForm } from "~/features/domains/components/delete-domain-form";
import { NameserversForm } from "~/features/domains/components/nameservers-form";
import { SearchBox } from "~/features/domains/components/search-box";
import type { Failure } from "~/lib/result";

const failure = (field: string): Failure => ({
	kind: "invalid",
	message: "No.",
	fields: { [field]: "Check the name." },
});

function inputOf(form: ReactElement, name: string): { input: string; html: string } {
	const router = createMemoryRouter([{ path: "/", element: form }]);
	const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
	const input = html.match(/<input [^>]*>/g)?.find((one) => one.includes(`name="${name}"`)) ?? "";
	return { input, html };
}

const home = createElement(SearchForm);
const search = createElement(SearchBox, { query: "", problem: null, running: null, currency: "KES" });
const setup = createElement(DomainSetup, { setup: "transfer", action: "Add", answer: { failure: failure("domain") } });
const deletion = createElement(DeleteDomainForm, {
	...{ id: "dom_1", domain: "neema.co.ke", expires: null, records: 0, failure: failure("name") },
});
const nameservers = createElement(NameserversForm, {
	...{ domain: "neema.co.ke", rows: [{ host: "", addresses: "" }], pending: false, signed: false, usesOurs: true },
	failure: failure("host0"),
});

test.each([
	["domain", setup],
	["name", deletion],
	["host0", nameservers],
	["q", home],
	["q", search],
])("phones don't correct a domain name in the field %s", (name, form) => {
	const { input } = inputOf(form, name);
	for (const attribute of ['autoCapitalize="none"', 'autoComplete="off"', 'autoCorrect="off"', 'spellCheck="false"'])
		expect(input).toContain(attribute);
	expect(input).toContain('inputMode="url"');
});

test.each([
	["domain", setup, "Check the name.", "With its extension, such as mamaneema.co.ke"],
	["name", deletion, "Check the name.", null],
	["host0", nameservers, "Check the name.", null],
])("the field %s names its error and its hint", (name, form, error, hint) => {
	const { input, html } = inputOf(form, name);
	expect(input).toContain('aria-invalid="true"');
	const ids = /aria-describedby="([^"]*)"/.exec(input)?.[1]?.split(" ") ?? [];
	const texts = ids.map((id) =>
		html
			.split(` id="${id}"`)[1]
			?.replace(/^[^>]*>/, "")
			.replace(/<\/p>.*/s, ""),
	);
	expect(texts.map((text) => text?.replace(/<[^>]*>/g, ""))).toEqual([error, hint].filter(Boolean));
});
