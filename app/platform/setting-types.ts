import { z } from "zod";

/** A list of names, separated by commas. */
export const listOf = <Name extends string>(names: readonly Name[]) =>
	z.string().transform((text, { addIssue }) => {
		const parts = text.split(",").map((part) => part.trim());
		const listed = parts.flatMap((part) => names.filter((name) => name === part));
		if (parts.length !== new Set(listed).size)
			addIssue({ code: "custom", message: `must list one or more of ${names.join(", ")}, each once` });
		return listed;
	});

/** A credential that only some services need. */
export const secret = z.string().trim().optional();
