namespace Größe.Maß
{
	/// <summary>Zählt Äpfel.</summary>
	public class Zähler
	{
		int größe = 1;
		public int Erhöhe(int um) { return größe += um; }
	}
}