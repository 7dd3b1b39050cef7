import { z } from "zod";
import type { Locale } from "./dates";

/** Parameters and text of a kind of log entry. The text is made when the entry is shown. */
export interface ActivityKind<Params extends z.ZodType = z.ZodType> {
	readonly params: Params;
	text(params: z.output<Params>, reader: Locale): string;
}

/** Parameters and texts of a kind of notification. The texts are made when the notification is shown. */
export interface NotificationKind<Params extends z.ZodType = z.ZodType> {
	readonly params: Params;
	title(params: z.output<Params>, reader: Locale): string;
	body(params: z.output<Params>, reader: Locale): string;
	/** The page it links to, for `href()`. Null if there is none. */
	href(params: z.output<Params>): string | null;
}

/** Infers the type of the text's parameters from their schema. */
export const activityKind = <Params extends z.ZodType>(
	params: Params,
	text: ActivityKind<Params>["text"],
): ActivityKind<Params> => ({ params, text });

/** Infers the type of the texts' parameters from their schema. */
export const notificationKind = <Params extends z.ZodType>(
	params: Params,
	texts: Omit<NotificationKind<Params>, "params">,
): NotificationKind<Params> => ({ params, ...texts });

/**
 * Sample parameters that cover every boolean, enum, union and null of the schema. Other strings are empty, numbers zero.
 * @throws TypeError for another type of schema
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
