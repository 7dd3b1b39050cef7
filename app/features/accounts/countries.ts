/** Where an account can be opened. */
export const registrationCountries = ["Kenya", "Uganda", "Tanzania", "Nigeria", "South Africa"] as const;
