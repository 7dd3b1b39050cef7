import { TextareaField } from "~/components/forms/textarea-field";

interface PostFieldProps {
	label: string;
	rows: number;
	value: string | undefined;
	error: string | undefined;
}

/** Where a post is written; how it can be formatted stands below. */
export function PostField({ value, ...field }: PostFieldProps) {
	return (
		<TextareaField
			name="body"
			required
			maxLength={4_000}
			defaultValue={value}
			hint="**bold**, *italic*, `code`, [a link](https://…) and lists with - are understood."
			{...field}
		/>
	);
}
