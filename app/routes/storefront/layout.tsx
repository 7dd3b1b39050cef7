import { Outlet } from "react-router";
import { StorefrontLayout } from "~/components/layout/storefront-layout";

export default function Storefront() {
	return (
		<StorefrontLayout>
			<Outlet />
		</StorefrontLayout>
	);
}
