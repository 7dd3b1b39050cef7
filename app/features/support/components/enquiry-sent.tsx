import { brand } from "~/brand";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";

/** After a form was sent: its number, and what happens next. */
export function EnquirySent({ level, reference }: { level: 1 | 2 | 3; reference: string }) {
	return (
		<div className="flex items-start gap-4">
			<span className="flex size-12 flex-none items-center justify-center rounded-full bg-lake-wash text-lake">
				<Icon name="circle-check" size={24} />
			</span>
			<div className="grid gap-2" role="status" tabIndex={-1}>
				<Heading level={level} size="md">
					We have it, thank you
				</Heading>
				<p>
					Your number is{" "}
					<strong className="whitespace-nowrap tabular-nums" data-reference>
						{reference}
					</strong>
					. A confirmation is on its way to your mailbox.
				</p>
				<p className="text-muted">
					Our team reads it, seven days a week, and answers by email. In a hurry? Call{" "}
					<a className="link" href={brand.phone.href}>
						{brand.phone.display}
					</a>{" "}
					({brand.phoneHours}) and say your number.
				</p>
			</div>
		</div>
	);
}
