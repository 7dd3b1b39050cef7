import { matchPath } from "react-router";
import { expect, test } from "vitest";
import type { z } from "zod";
import { activityText } from "~/features/activity/activity-text";
import { kenya } from "~/lib/dates";
import { type ActivityKind, type NotificationKind, samplesOf } from "~/lib/kinds";
import { activityKinds, notificationKinds } from "~/registry";
import { routeTable } from "../support/route-table";

const activity = Object.entries(activityKinds) as [string, ActivityKind][];
const notifications = Object.entries(notificationKinds) as [string, NotificationKind][];

const leaked = /undefined|null|NaN|\[object/;
const leadsToPage = (address: string) =>
	routeTable.some(({ pattern, page }) => page && matchPath(pattern, new URL(address, "https://kikoa.test").pathname));

/** Parameters for each alternative of the schema, with text instead of empty strings. */
const samples = (schema: z.ZodType) =>
	samplesOf(schema).map((sample) =>
		schema.parse(JSON.parse(JSON.stringify(sample), (_, value) => (value === "" ? "sample" : value))),
	);

test.each(activity)("the log entry %s has a text for each choice of parameters", (_, { params, text }) => {
	const texts = samples(params).map((sample) => text(sample, kenya));
	expect(texts.length).toBeGreaterThan(0);
	for (const one of texts) {
		expect(one.trim()).not.toBe("");
		expect(one).not.toMatch(leaked);
	}
});

test.each(["password.changed", "session.ended"])("a log entry of an earlier release keeps its text: %s", (kind) => {
	const text = "Signed out every other device.";
	expect(activityText({ kind, params: { text }, message: text }, kenya)).toBe(text);
});

test.each(notifications)("the notification %s has a title and links to a page", (_, { params, title, body, href }) => {
	const choices = samples(params);
	expect(choices.length).toBeGreaterThan(0);
	for (const sample of choices) {
		const text = `${title(sample, kenya)} ${body(sample, kenya)}`;
		expect(text.trim()).not.toBe("");
		expect(text).not.toMatch(leaked);
		const address = href(sample);
		expect(address === null || leadsToPage(address), String(address)).toBe(true);
	}
});
