import { totpCode, totpStep } from "~/lib/totp";

/** The sample owner of the desk, whom only the seed of a local database creates. */
export const demoStaff = { email: "njeri@example.com", name: "Njeri Wambui", password: "karibu-dawatini" } as const;

/** The secret of the sample owner's authenticator app. */
export const demoStaffSecret = new TextEncoder().encode("sample-staff-secret!");

/** The code that the sample owner's app shows at this time (ms). */
export const demoStaffCode = (now: number): string => totpCode(demoStaffSecret, totpStep(now));
