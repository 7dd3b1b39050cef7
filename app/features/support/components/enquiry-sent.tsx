import { brand } from "~/brand";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";

/** Confirms a sent form, with its reference number and what happens next. */
export function EnquirySent({ level, reference }: { level: 1 | 2 | 3; reference: string }) {
	return (
		<div className="flex items-start gap-4">
			<span className="flex size-12 flex-none items-center justify-center rounded-full bg-lake-wash text-lake">
				<Icon name="circle-check" size={24} />
			</span>
			<div className="grid gap-2" role="status" tabIndex={-1}>
				<Heading level={level} size="md">
					Message sent
				</Heading>
				<p>
					Your reference number is{" "}
					<strong className="whitespace-nowrap tabular-nums" data-reference>
						{reference}
					</strong>
					. We've sent you a confirmation by email.
				</p>
				<p className="text-muted">
					Our team answers by email, seven days a week. In a hurry? Call{" "}
					<a className="link" href={brand.phone.href}>
						{brand.phone.display}
					</a>{" "}
					({brand.phoneHours}) and give your reference number.
				</p>
			</div>
		</div>
	);
}
