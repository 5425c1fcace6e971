export default function InstallPage() {
  return <h1>Install</h1>;
}
