import { z } from "zod";
import type { Locale } from "./dates";

/** What the customer reads of a log entry, made from its parameters when it is shown. */
export interface ActivityKind<Params extends z.ZodType = z.ZodType> {
	readonly params: Params;
	text(params: z.output<Params>, reader: Locale): string;
}

/** What the customer reads of a notification, made from its parameters when it is shown. */
export interface NotificationKind<Params extends z.ZodType = z.ZodType> {
	readonly params: Params;
	title(params: z.output<Params>, reader: Locale): string;
	body(params: z.output<Params>, reader: Locale): string;
	/** The page it is about, for `href()`. Null if it is about no page. */
	href(params: z.output<Params>): string | null;
}

/** Ties the text to the schema of its parameters. */
export const activityKind = <Params extends z.ZodType>(
	params: Params,
	text: ActivityKind<Params>["text"],
): ActivityKind<Params> => ({ params, text });

/** Ties title, body and address to the schema of their parameters. */
export const notificationKind = <Params extends z.ZodType>(
	params: Params,
	texts: Omit<NotificationKind<Params>, "params">,
): NotificationKind<Params> => ({ params, ...texts });

/**
 * Parameters that between them take every choice that the schema leaves (booleans, enums, unions, null), with empty
 * text and zero elsewhere.
 * @throws TypeError for a schema of another form
 */
export function samplesOf(schema: z.core.$ZodType): unknown[] {
	if (schema instanceof z.ZodObject) return combine(schema.shape);
	if (schema instanceof z.ZodUnion) return schema.options.flatMap(samplesOf);
	if (schema instanceof z.ZodNullable) return [null, ...samplesOf(schema.unwrap())];
	if (schema instanceof z.ZodOptional) return [undefined, ...samplesOf(schema.unwrap())];
	if (schema instanceof z.ZodArray) return samplesOf(schema.element).map((sample) => [sample]);
	if (schema instanceof z.ZodEnum) return schema.options;
	if (schema instanceof z.ZodLiteral) return [...schema.values];
	if (schema instanceof z.ZodBoolean) return [true, false];
	if (schema instanceof z.ZodNumber) return [0];
	if (schema instanceof z.ZodString) return [""];
	throw new TypeError(`No samples for a schema of type ${schema._zod.def.type}`);
}

const combine = (shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, unknown>[] =>
	Object.entries(shape).reduce<Record<string, unknown>[]>(
		(made, [key, schema]) => samplesOf(schema).flatMap((value) => made.map((one) => ({ ...one, [key]: value }))),
		[{}],
	);
