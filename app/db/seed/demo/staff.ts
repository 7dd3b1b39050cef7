import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import { demoStaff, demoStaffSecret } from "~/features/staff/demo-sign-in";
import { createSealer } from "~/lib/seal";
import { type SomeRows, seedId } from "../rows";

const staffId = seedId("stf", "demo");

/** The secret of the sample owner's app, sealed as in the staff feature. */
export const sealedDemoSecret = (secret: string): Promise<string> =>
	createSealer([secret], "staff").seal(encodeBase64urlNoPadding(demoStaffSecret), `totp:${staffId}`);

/** A sample owner of the desk. */
export function demoOwner({ now, ...sealed }: { now: number; passwordHash: string; totpSecret: string }): SomeRows {
	const { email, name } = demoStaff;
	return {
		staff: [{ id: staffId, email, name, status: "active", ...sealed, totpSince: now, createdAt: now, updatedAt: now }],
		staffRoles: [{ staffId, role: "owner" }],
	};
}
