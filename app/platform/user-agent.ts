import { brand } from "~/brand";

/**
 * Header for requests to other services. Workers send no User-Agent, and some services reject requests without one with
 * 403: Resend (resend.com/docs/api-reference) and Have I Been Pwned (haveibeenpwned.com/API/v3, "Specifying the user
 * agent").
 */
export const userAgent = { "User-Agent": brand.wordmark } as const;
