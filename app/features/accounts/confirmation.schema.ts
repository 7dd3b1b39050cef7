import { z } from "zod";
import { optionalCode, password } from "./account.schema";

export const confirmationSchema = z.object({ password: password("Enter your password."), code: optionalCode });
export type Confirmation = z.output<typeof confirmationSchema>;
