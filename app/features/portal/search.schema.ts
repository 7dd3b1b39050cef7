import { z } from "zod";
import { searchText } from "~/lib/list.schema";

export const searchSchema = z.object({ q: searchText });
