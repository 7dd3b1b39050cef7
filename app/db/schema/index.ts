export * from "./accounts";
export * from "./effects";
export * from "./orders";
export * from "./payments";
export * from "./projects";
export * from "./sandbox";
export * from "./services";
export * from "./support";
