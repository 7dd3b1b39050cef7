import { formatMoment, type Locale } from "~/lib/dates";
import type { SecurityEventKind } from "./security-event";

interface SecurityEvent {
	readonly id: string;
	readonly kind: SecurityEventKind;
	readonly device: string;
	readonly place: string;
	readonly count: number;
	readonly lastAt: number;
}

export type ListedSecurityEvent = ReturnType<typeof listSecurityEvent>;

const names: Readonly<Record<SecurityEventKind, string>> = {
	signed_in: "Signed in",
	wrong_password: "Wrong password",
	wrong_code: "Wrong code",
	passkey_refused: "Passkey rejected",
	too_many_attempts: "Blocked after too many attempts",
	access_denied: "Access denied",
};

/** A sign-in or a refused attempt, formatted for the customer. */
export const listSecurityEvent = ({ id, kind, device, place, count, lastAt }: SecurityEvent, reader: Locale) => ({
	id,
	name: count > 1 ? `${names[kind]}, ${count} times` : names[kind],
	refused: kind !== "signed_in",
	from: `${device} · ${place}`,
	at: formatMoment(lastAt, reader),
});
