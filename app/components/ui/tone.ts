/** The meaning of a colour. The text beside it must say the same. */
export type Tone = "success" | "pending" | "danger" | "info" | "neutral";
