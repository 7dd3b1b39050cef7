import { domainText } from "~/components/forms/domain-field";
import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextareaField } from "~/components/forms/textarea-field";
import { type EnquiryKind, enquiryLimits, enquiryTopics, type KindWithTopic } from "../enquiry";
import type { EnquiryField } from "../enquiry.schema";

interface FormState {
	/** Values of a rejected form. */
	readonly values: Partial<Record<EnquiryField, string>>;
	/** Error messages by field. */
	readonly errors: Readonly<Partial<Record<string, string>>>;
}

/** Two columns if the form is wide enough for an email address in each. */
const pair = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-4 sm:gap-5";

export function SenderFields({ values, errors }: FormState) {
	return (
		<>
			<div className={pair}>
				<Field
					label="Name"
					name="name"
					autoComplete="name"
					required
					maxLength={60}
					defaultValue={values.name}
					error={errors.name}
				/>
				<Field
					label="Email"
					name="email"
					type="email"
					autoComplete="email"
					required
					maxLength={254}
					defaultValue={values.email}
					error={errors.email}
				/>
			</div>
			<Field
				label="Phone"
				name="phone"
				type="tel"
				autoComplete="tel"
				maxLength={40}
				hint="If you'd like us to call you, such as 0712 345 678."
				defaultValue={values.phone}
				error={errors.phone}
			/>
		</>
	);
}

/** The fields of one kind. */
export function KindFields({ kind, values, errors }: FormState & { kind: EnquiryKind }) {
	const typed = (name: EnquiryField) => ({ name, defaultValue: values[name], error: errors[name] });
	switch (kind) {
		case "contact":
			return (
				<>
					<TopicField kind="contact" {...typed("topic")} />
					<TextareaField label="Message" required maxLength={enquiryLimits.message} {...typed("message")} />
				</>
			);
		case "quote":
			return (
				<>
					<TopicField kind="quote" {...typed("topic")} />
					<TextareaField
						label="Requirements"
						required
						rows={4}
						maxLength={enquiryLimits.message}
						hint="What you need it for, how many, and by when."
						{...typed("requirements")}
					/>
				</>
			);
		case "custom-plan":
			return (
				<>
					<div className="grid grid-cols-2 items-end gap-4 sm:gap-5">
						<Field
							label="Number of accounts"
							type="number"
							inputMode="numeric"
							min={1}
							max={enquiryLimits.accounts}
							required
							{...typed("accounts")}
						/>
						<Field
							label="Disk space"
							type="number"
							inputMode="numeric"
							min={1}
							max={enquiryLimits.disk}
							suffix="GB"
							required
							{...typed("disk")}
						/>
					</div>
					<TextareaField label="Message" maxLength={enquiryLimits.message} {...typed("message")} />
				</>
			);
		case "transfer":
			return (
				<>
					<TextareaField
						label="Domain names"
						required
						{...domainText}
						maxLength={enquiryLimits.message}
						hint={`One per line, at most ${enquiryLimits.domains}. Don't send authorization codes yet. We'll ask for them when we start.`}
						{...typed("domains")}
					/>
					<TextareaField label="Message" maxLength={enquiryLimits.message} rows={3} {...typed("message")} />
				</>
			);
	}
}

interface TopicFieldProps {
	kind: KindWithTopic;
	name: EnquiryField;
	defaultValue?: string;
	error?: string;
}

function TopicField({ kind, ...field }: TopicFieldProps) {
	return (
		<SelectField label="What is it about?" required {...field} defaultValue={field.defaultValue ?? ""}>
			<option value="">Choose…</option>
			{Object.entries(enquiryTopics[kind]).map(([topic, label]) => (
				<option key={topic} value={topic}>
					{label}
				</option>
			))}
		</SelectField>
	);
}
