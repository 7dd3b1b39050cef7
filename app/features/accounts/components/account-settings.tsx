import { PageHeading } from "~/components/layout/portal/page-heading";
import { Alert } from "~/components/ui/alert";
import { LinkTabs } from "~/components/ui/link-tabs";
import type { Failure } from "~/lib/result";
import type { SettingsView } from "../settings-view";
import { PasswordForm } from "./password-form";
import { ProfileForm } from "./profile-form";
import { SignIns } from "./sign-ins";

interface AccountSettingsProps {
	view: SettingsView;
	failure?: Failure | undefined;
	values?: Readonly<Record<string, string>> | undefined;
}

const tabs = [
	{ id: "profile", label: "Profile", href: "?" },
	{ id: "security", label: "Security", href: "?tab=security" },
];

export function AccountSettings({ view, failure, values }: AccountSettingsProps) {
	const failureOf = (intent: string) => (values?.intent === intent ? failure : undefined);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title="Account Settings" lead={view.email} />
			<LinkTabs label="Settings" tabs={tabs} current={view.tab} />
			{view.message && !failure && (
				<Alert tone="success" role="status">
					{view.message}
				</Alert>
			)}
			{view.tab === "profile" ? (
				<ProfileForm profile={view.profile} failure={failureOf("profile")} values={values} />
			) : (
				<>
					<PasswordForm email={view.email} failure={failureOf("password")} />
					<SignIns sessions={view.sessions} />
				</>
			)}
		</div>
	);
}
