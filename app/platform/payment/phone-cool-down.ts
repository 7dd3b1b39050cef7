import { MINUTE } from "~/lib/durations";

/**
 * M-Pesa refuses earlier requests, from any sender. Source: developer.safaricom.co.ke/apis, page
 * "MpesaExpressSimulate", result code 17 and "Unable to lock subscriber".
 */
export const mpesaCoolDown = { anyAmountMs: MINUTE, sameAmountMs: 2 * MINUTE } as const;
