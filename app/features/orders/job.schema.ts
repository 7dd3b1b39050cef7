import { z } from "zod";
import { jobFileLimit, jobFileLimitText } from "./job";

const ref = z.string().trim().min(1).max(100).optional();
const expiresAt = z
	.union([z.iso.date(), z.iso.datetime({ offset: true })], "Enter a date such as 2027-11-22.")
	.transform((text) => Date.parse(text))
	.refine((time) => time > Date.UTC(2000, 0, 1) && time < Date.UTC(2100, 0, 1), "Enter a date between 2000 and 2100.")
	.optional();

const ip = z.union([z.ipv4(), z.ipv6()], "Enter an IP address such as 192.0.2.10.").optional();

/**
 * For staff who finish a job by hand. `expiresAt`: the domain's expiry as an ISO date or time, UTC without an offset. `ip`: of
 * a new plan.
 */
export const completeJobSchema = z.object({ ref, expiresAt, ip });

/** An empty field of a form counts as none. */
const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
	z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? undefined : value), schema);

/** An empty file input sends a file without a name. */
const file = z.preprocess(
	(value) => (value instanceof File && value.size > 0 ? value : undefined),
	z
		.instanceof(File)
		.refine(({ size }) => size <= jobFileLimit, `Choose a file of at most ${jobFileLimitText}.`)
		.optional(),
);

/** The same as fields of a form, with a proof. */
export const completeJobFields = { ref: orEmpty(ref), expiresAt: orEmpty(expiresAt), ip: orEmpty(ip), file };
