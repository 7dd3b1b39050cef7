/** Success messages of pages and API. None reveals whether an address has an account. */
export const accountMessages = {
	registered: (email: string) => `We have sent a verification link to ${email}.`,
	signedIn: "You are signed in.",
	signedOut: "You are signed out.",
	verified: "Your email address is verified.",
	linkResent: (email: string) => `If ${email} is not verified yet, you'll get a new link by email.`,
	resetSent: (email: string) => `If ${email} has an account, you'll get a link to reset its password.`,
	passwordReset: "Password reset successful",
} as const;
