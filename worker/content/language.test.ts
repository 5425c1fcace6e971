import { expect, it } from "vitest";
import { languageOf } from "./language.ts";

it.each([
  [
    "en",
    "The files that are in the folder of the server can be read by all of the users, and this is what it is for.",
  ],
  [
    "de",
    "Die Dateien, die sich auf dem Server befinden, werden von allen gelesen, und das ist nicht der Sinn für den sie da sind.",
  ],
  [
    "fr",
    "Les fichiers qui sont dans le dossier du serveur ne sont pas pour vous, et des erreurs sur les pages que une personne lit.",
  ],
  [
    "es",
    "Los archivos que se guardan en el servidor no son para los usuarios, pero una persona con su clave los lee como sus datos.",
  ],
  [
    "it",
    "I file che sono nella cartella non sono per gli utenti della rete, il server di una persona con la chiave anche dei dati.",
  ],
  [
    "nl",
    "De bestanden op de server zijn niet voor een gebruiker en het is ook deze map die met de sleutel van een ander wordt gelezen.",
  ],
  ["ja", "サーバーのフォルダーにあるファイルは、すべての利用者が読むことができます。"],
  ["ru", "Файлы, которые находятся на сервере, читают все пользователи, и это было сделано."],
  ["zh", "服务器上的文件可以被所有用户读取。"],
])("%s", (language, text) => {
  expect(languageOf(text)).toBe(language);
});

it("is not told from a few words, or from words of no language", () => {
  expect(languageOf("the and of")).toBeNull();
  expect(languageOf("xyzzy plugh ".repeat(40))).toBeNull();
});
