import { TextareaField } from "~/components/forms/textarea-field";

interface PostFieldProps {
	label: string;
	rows: number;
	value: string | undefined;
	error: string | undefined;
}

/** The field for a post, with a hint about formatting. */
export function PostField({ value, ...field }: PostFieldProps) {
	return (
		<TextareaField
			name="body"
			required
			maxLength={4_000}
			defaultValue={value}
			hint="You can use **bold**, *italic*, `code`, [a link](https://…) and lists with -."
			{...field}
		/>
	);
}
