import { Outlet, useLocation } from "react-router";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { LinkTabs } from "~/components/ui/link-tabs";
import { settingsTabOf, settingsTabs } from "~/features/accounts/settings-tabs";

/** Over every settings page: their tabs, each with an address of its own. */
export default function SettingsLayout() {
	const { pathname } = useLocation();
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title="Account Settings" />
			<LinkTabs label="Settings" tabs={settingsTabs} current={settingsTabOf(pathname)} />
			<Outlet />
		</div>
	);
}
