import { z } from "zod";
import { password } from "./account.schema";

export const confirmationSchema = z.object({ password: password("Enter your password.") });
