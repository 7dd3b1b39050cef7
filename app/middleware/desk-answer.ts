import { data, type RouterContextProvider } from "react-router";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { InvalidFilters } from "~/lib/filters";
import type { Flash } from "~/lib/flash";
import { notFound } from "~/lib/responses";
import { type Failure, failureStatus } from "~/lib/result";
import { redirectWith } from "./redirect-with";

/** Shows the page again with a message about what the form did. @param undo a form of the desk that undoes it */
export function deskDone(
	context: Readonly<RouterContextProvider>,
	{ pathname, search }: Pick<URL, "pathname" | "search">,
	message: string,
	undo?: Flash["undo"],
) {
	return redirectWith(context, pathname + search, { message, ...(undo && { undo }) });
}

/** The page of a list, with the messages for its filters. A 400 if there are some. */
export const deskListPage = <Page extends object>(invalid: InvalidFilters | null, page: Page) =>
	data({ ...page, invalid }, { status: invalid ? 400 : 200 });

const secret = /password|code|passkey|setup|challenge/i;

/** Shows the page again with the failure and what was typed. A missing row is a 404. */
export function deskFailure(failure: Failure, form: FormData = new FormData()) {
	if (failure.kind === "not_found" && failure.code === undefined) notFound();
	const names = [...new Set(form.keys())].filter((name) => !secret.test(name));
	const values = Object.fromEntries(
		names.map((name) => [name, form.getAll(name).flatMap((value) => (typeof value === "string" ? [value] : []))]),
	);
	const answer: DeskAnswer = { failure, intent: String(form.get("intent") ?? ""), values };
	return data(answer, { status: failureStatus[failure.kind] });
}
