import { Form } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { Button } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";

interface TwoFactorManageProps {
	since: string;
	codesLeft: number;
	failure?: Failure | undefined;
}

export function TwoFactorManage({ since, codesLeft, failure }: TwoFactorManageProps) {
	return (
		<TitledCard title="Two-step sign-in is on" lead={`Since ${since}.`} className="max-w-3xl">
			<FormError whole failure={failure} />
			<Form method="post" className="grid justify-items-start gap-3">
				<input type="hidden" name="intent" value="codes" />
				<p className="max-w-measure">
					{codesLeft === 0
						? "You have no recovery codes left. Create new ones so that you can sign in if you lose your phone."
						: `You have ${codesLeft === 1 ? "one unused recovery code" : `${codesLeft} unused recovery codes`}. New codes replace ${codesLeft === 1 ? "it" : "them"}.`}
				</p>
				<Button type="submit" variant="secondary">
					Create new recovery codes
				</Button>
			</Form>
			<Form method="post" className="grid justify-items-start gap-3 border-t border-line pt-5">
				<input type="hidden" name="intent" value="disable" />
				<p className="max-w-measure">
					If you turn it off, you only need your password to sign in. To use another phone, turn it off and set it up
					again.
				</p>
				<Button type="submit" variant="danger">
					Turn off two-step sign-in
				</Button>
			</Form>
		</TitledCard>
	);
}
